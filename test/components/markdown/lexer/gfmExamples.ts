interface GfmExample {
  /** Number of the example in the spec. */
  number: number;
  section: string;
  markdown: string;
  html: string;
}

/**
 * All 28 examples of extensions in the GitHub Flavored Markdown Spec 0.29-gfm (https://github.github.com/gfm/), by John
 * MacFarlane and GitHub, CC BY-SA 4.0.
 */
export const gfmExamples: readonly GfmExample[] = [
  {
    number: 198,
    section: "tables",
    markdown: "| foo | bar |\n| --- | --- |\n| baz | bim |\n",
    html: "<table><thead><tr><th>foo</th><th>bar</th></tr></thead><tbody><tr><td>baz</td><td>bim</td></tr></tbody></table>",
  },
  {
    number: 199,
    section: "tables",
    markdown: "| abc | defghi |\n:-: | -----------:\nbar | baz\n",
    html: '<table><thead><tr><th align="center">abc</th><th align="right">defghi</th></tr></thead><tbody><tr><td align="center">bar</td><td align="right">baz</td></tr></tbody></table>',
  },
  {
    number: 200,
    section: "tables",
    markdown: "| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n",
    html: "<table><thead><tr><th>f|oo</th></tr></thead><tbody><tr><td>b <code>|</code> az</td></tr><tr><td>b <strong>|</strong> im</td></tr></tbody></table>",
  },
  {
    number: 201,
    section: "tables",
    markdown: "| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n",
    html: "<table><thead><tr><th>abc</th><th>def</th></tr></thead><tbody><tr><td>bar</td><td>baz</td></tr></tbody></table><blockquote><p>bar</p></blockquote>",
  },
  {
    number: 202,
    section: "tables",
    markdown: "| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n",
    html: "<table><thead><tr><th>abc</th><th>def</th></tr></thead><tbody><tr><td>bar</td><td>baz</td></tr><tr><td>bar</td><td></td></tr></tbody></table><p>bar</p>",
  },
  {
    number: 203,
    section: "tables",
    markdown: "| abc | def |\n| --- |\n| bar |\n",
    html: "<p>| abc | def |\n| --- |\n| bar |</p>",
  },
  {
    number: 204,
    section: "tables",
    markdown: "| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n",
    html: "<table><thead><tr><th>abc</th><th>def</th></tr></thead><tbody><tr><td>bar</td><td></td></tr><tr><td>bar</td><td>baz</td></tr></tbody></table>",
  },
  {
    number: 205,
    section: "tables",
    markdown: "| abc | def |\n| --- | --- |\n",
    html: "<table><thead><tr><th>abc</th><th>def</th></tr></thead></table>",
  },
  {
    number: 279,
    section: "task list items",
    markdown: "- [ ] foo\n- [x] bar\n",
    html: '<ul><li><input disabled="" type="checkbox"> foo</li><li><input checked="" disabled="" type="checkbox"> bar</li></ul>',
  },
  {
    number: 280,
    section: "task list items",
    markdown: "- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim\n",
    html: '<ul><li><input checked="" disabled="" type="checkbox"> foo<ul><li><input disabled="" type="checkbox"> bar</li><li><input checked="" disabled="" type="checkbox"> baz</li></ul></li><li><input disabled="" type="checkbox"> bim</li></ul>',
  },
  {
    number: 491,
    section: "strikethrough",
    markdown: "~~Hi~~ Hello, ~there~ world!\n",
    html: "<p><del>Hi</del> Hello, <del>there</del> world!</p>",
  },
  {
    number: 492,
    section: "strikethrough",
    markdown: "This ~~has a\n\nnew paragraph~~.\n",
    html: "<p>This ~~has a</p><p>new paragraph~~.</p>",
  },
  {
    number: 493,
    section: "strikethrough",
    markdown: "This will ~~~not~~~ strike.\n",
    html: "<p>This will ~~~not~~~ strike.</p>",
  },
  {
    number: 622,
    section: "autolinks",
    markdown: "www.commonmark.org\n",
    html: '<p><a href="http://www.commonmark.org">www.commonmark.org</a></p>',
  },
  {
    number: 623,
    section: "autolinks",
    markdown: "Visit www.commonmark.org/help for more information.\n",
    html: '<p>Visit <a href="http://www.commonmark.org/help">www.commonmark.org/help</a> for more information.</p>',
  },
  {
    number: 624,
    section: "autolinks",
    markdown: "Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.\n",
    html: '<p>Visit <a href="http://www.commonmark.org">www.commonmark.org</a>.</p><p>Visit <a href="http://www.commonmark.org/a.b">www.commonmark.org/a.b</a>.</p>',
  },
  {
    number: 625,
    section: "autolinks",
    markdown:
      "www.google.com/search?q=Markup+(business)\n\nwww.google.com/search?q=Markup+(business)))\n\n(www.google.com/search?q=Markup+(business))\n\n(www.google.com/search?q=Markup+(business)\n",
    html: '<p><a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a></p><p><a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a>))</p><p>(<a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a>)</p><p>(<a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a></p>',
  },
  {
    number: 626,
    section: "autolinks",
    markdown: "www.google.com/search?q=(business))+ok\n",
    html: '<p><a href="http://www.google.com/search?q=(business))+ok">www.google.com/search?q=(business))+ok</a></p>',
  },
  {
    number: 627,
    section: "autolinks",
    markdown:
      "www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;\n",
    html: '<p><a href="http://www.google.com/search?q=commonmark&amp;hl=en">www.google.com/search?q=commonmark&amp;hl=en</a></p><p><a href="http://www.google.com/search?q=commonmark">www.google.com/search?q=commonmark</a>&amp;hl;</p>',
  },
  {
    number: 628,
    section: "autolinks",
    markdown: "www.commonmark.org/he<lp\n",
    html: '<p><a href="http://www.commonmark.org/he">www.commonmark.org/he</a>&lt;lp</p>',
  },
  {
    number: 629,
    section: "autolinks",
    markdown:
      "http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))\n",
    html: '<p><a href="http://commonmark.org">http://commonmark.org</a></p><p>(Visit <a href="https://encrypted.google.com/search?q=Markup+(business)">https://encrypted.google.com/search?q=Markup+(business)</a>)</p>',
  },
  {
    number: 630,
    section: "autolinks",
    markdown: "foo@bar.baz\n",
    html: '<p><a href="mailto:foo@bar.baz">foo@bar.baz</a></p>',
  },
  {
    number: 631,
    section: "autolinks",
    markdown: "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.\n",
    html: '<p>hello@mail+xyz.example isn\'t valid, but <a href="mailto:hello+xyz@mail.example">hello+xyz@mail.example</a> is.</p>',
  },
  {
    number: 632,
    section: "autolinks",
    markdown: "a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_\n",
    html: '<p><a href="mailto:a.b-c_d@a.b">a.b-c_d@a.b</a></p><p><a href="mailto:a.b-c_d@a.b">a.b-c_d@a.b</a>.</p><p>a.b-c_d@a.b-</p><p>a.b-c_d@a.b_</p>',
  },
  {
    number: 633,
    section: "autolinks",
    markdown:
      "mailto:foo@bar.baz\n\nmailto:a.b-c_d@a.b\n\nmailto:a.b-c_d@a.b.\n\nmailto:a.b-c_d@a.b/\n\nmailto:a.b-c_d@a.b-\n\nmailto:a.b-c_d@a.b_\n\nxmpp:foo@bar.baz\n\nxmpp:foo@bar.baz.\n",
    html: '<p><a href="mailto:foo@bar.baz">mailto:foo@bar.baz</a></p><p><a href="mailto:a.b-c_d@a.b">mailto:a.b-c_d@a.b</a></p><p><a href="mailto:a.b-c_d@a.b">mailto:a.b-c_d@a.b</a>.</p><p><a href="mailto:a.b-c_d@a.b">mailto:a.b-c_d@a.b</a>/</p><p>mailto:a.b-c_d@a.b-</p><p>mailto:a.b-c_d@a.b_</p><p><a href="xmpp:foo@bar.baz">xmpp:foo@bar.baz</a></p><p><a href="xmpp:foo@bar.baz">xmpp:foo@bar.baz</a>.</p>',
  },
  {
    number: 634,
    section: "autolinks",
    markdown: "xmpp:foo@bar.baz/txt\n\nxmpp:foo@bar.baz/txt@bin\n\nxmpp:foo@bar.baz/txt@bin.com\n",
    html: '<p><a href="xmpp:foo@bar.baz/txt">xmpp:foo@bar.baz/txt</a></p><p><a href="xmpp:foo@bar.baz/txt@bin">xmpp:foo@bar.baz/txt@bin</a></p><p><a href="xmpp:foo@bar.baz/txt@bin.com">xmpp:foo@bar.baz/txt@bin.com</a></p>',
  },
  {
    number: 635,
    section: "autolinks",
    markdown: "xmpp:foo@bar.baz/txt/bin\n",
    html: '<p><a href="xmpp:foo@bar.baz/txt">xmpp:foo@bar.baz/txt</a>/bin</p>',
  },
  {
    number: 657,
    section: "disallowed raw HTML",
    markdown:
      "<strong> <title> <style> <em>\n\n<blockquote>\n  <xmp> is disallowed.  <XMP> is also disallowed.\n</blockquote>\n",
    html: "<p><strong> &lt;title> &lt;style> <em></p><blockquote>  &lt;xmp> is disallowed.  &lt;XMP> is also disallowed.</blockquote>",
  },
];
