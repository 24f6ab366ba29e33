interface GfmExample {
  section: string;
  markdown: string;
  html: string;
}

/** The examples of extensions in the GitHub Flavored Markdown Spec 0.29, https://github.github.com/gfm/. */
export const gfmExamples: readonly GfmExample[] = [
  {
    section: "tables",
    markdown: "| foo | bar |\n| --- | --- |\n| baz | bim |\n",
    html: "<table><thead><tr><th>foo</th><th>bar</th></tr></thead><tbody><tr><td>baz</td><td>bim</td></tr></tbody></table>",
  },
  {
    section: "tables",
    markdown: "| abc | defghi |\n:-: | -----------:\nbar | baz\n",
    html: '<table><thead><tr><th align="center">abc</th><th align="right">defghi</th></tr></thead><tbody><tr><td align="center">bar</td><td align="right">baz</td></tr></tbody></table>',
  },
  {
    section: "tables",
    markdown: "| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |\n",
    html: "<table><thead><tr><th>f|oo</th></tr></thead><tbody><tr><td>b <code>|</code> az</td></tr><tr><td>b <strong>|</strong> im</td></tr></tbody></table>",
  },
  {
    section: "tables",
    markdown: "| abc | def |\n| --- | --- |\n| bar | baz |\n> bar\n",
    html: "<table><thead><tr><th>abc</th><th>def</th></tr></thead><tbody><tr><td>bar</td><td>baz</td></tr></tbody></table><blockquote><p>bar</p></blockquote>",
  },
  {
    section: "tables",
    markdown: "| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar\n",
    html: "<table><thead><tr><th>abc</th><th>def</th></tr></thead><tbody><tr><td>bar</td><td>baz</td></tr><tr><td>bar</td><td></td></tr></tbody></table><p>bar</p>",
  },
  {
    section: "tables",
    markdown: "| abc | def |\n| --- |\n| bar |\n",
    html: "<p>| abc | def |\n| --- |\n| bar |</p>",
  },
  {
    section: "tables",
    markdown: "| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |\n",
    html: "<table><thead><tr><th>abc</th><th>def</th></tr></thead><tbody><tr><td>bar</td><td></td></tr><tr><td>bar</td><td>baz</td></tr></tbody></table>",
  },
  {
    section: "tables",
    markdown: "| abc | def |\n| --- | --- |\n",
    html: "<table><thead><tr><th>abc</th><th>def</th></tr></thead></table>",
  },
  {
    section: "task list items",
    markdown: "- [ ] foo\n- [x] bar\n",
    html: '<ul><li><input disabled="" type="checkbox"> foo</li><li><input checked="" disabled="" type="checkbox"> bar</li></ul>',
  },
  {
    section: "task list items",
    markdown: "- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim\n",
    html: '<ul><li><input checked="" disabled="" type="checkbox"> foo<ul><li><input disabled="" type="checkbox"> bar</li><li><input checked="" disabled="" type="checkbox"> baz</li></ul></li><li><input disabled="" type="checkbox"> bim</li></ul>',
  },
  {
    section: "strikethrough",
    markdown: "~~Hi~~ Hello, ~there~ world!\n",
    html: "<p><del>Hi</del> Hello, <del>there</del> world!</p>",
  },
  {
    section: "strikethrough",
    markdown: "This ~~has a\n\nnew paragraph~~.\n",
    html: "<p>This ~~has a</p><p>new paragraph~~.</p>",
  },
  {
    section: "strikethrough",
    markdown: "This will ~~~not~~~ strike.\n",
    html: "<p>This will ~~~not~~~ strike.</p>",
  },
  {
    section: "autolinks",
    markdown: "www.commonmark.org\n",
    html: '<p><a href="http://www.commonmark.org">www.commonmark.org</a></p>',
  },
  {
    section: "autolinks",
    markdown: "Visit www.commonmark.org/help for more information.\n",
    html: '<p>Visit <a href="http://www.commonmark.org/help">www.commonmark.org/help</a> for more information.</p>',
  },
  {
    section: "autolinks",
    markdown: "Visit www.commonmark.org.\n\nVisit www.commonmark.org/a.b.\n",
    html: '<p>Visit <a href="http://www.commonmark.org">www.commonmark.org</a>.</p><p>Visit <a href="http://www.commonmark.org/a.b">www.commonmark.org/a.b</a>.</p>',
  },
  {
    section: "autolinks",
    markdown:
      "www.google.com/search?q=Markup+(business)\n\nwww.google.com/search?q=Markup+(business)))\n\n(www.google.com/search?q=Markup+(business))\n\n(www.google.com/search?q=Markup+(business)\n",
    html: '<p><a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a></p><p><a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a>))</p><p>(<a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a>)</p><p>(<a href="http://www.google.com/search?q=Markup+(business)">www.google.com/search?q=Markup+(business)</a></p>',
  },
  {
    section: "autolinks",
    markdown: "www.google.com/search?q=(business))+ok\n",
    html: '<p><a href="http://www.google.com/search?q=(business))+ok">www.google.com/search?q=(business))+ok</a></p>',
  },
  {
    section: "autolinks",
    markdown:
      "www.google.com/search?q=commonmark&hl=en\n\nwww.google.com/search?q=commonmark&hl;\n",
    html: '<p><a href="http://www.google.com/search?q=commonmark&amp;hl=en">www.google.com/search?q=commonmark&amp;hl=en</a></p><p><a href="http://www.google.com/search?q=commonmark">www.google.com/search?q=commonmark</a>&amp;hl;</p>',
  },
  {
    section: "autolinks",
    markdown: "www.commonmark.org/he<lp\n",
    html: '<p><a href="http://www.commonmark.org/he">www.commonmark.org/he</a>&lt;lp</p>',
  },
  {
    section: "autolinks",
    markdown:
      "http://commonmark.org\n\n(Visit https://encrypted.google.com/search?q=Markup+(business))\n",
    html: '<p><a href="http://commonmark.org">http://commonmark.org</a></p><p>(Visit <a href="https://encrypted.google.com/search?q=Markup+(business)">https://encrypted.google.com/search?q=Markup+(business)</a>)</p>',
  },
  {
    section: "autolinks",
    markdown: "foo@bar.baz\n",
    html: '<p><a href="mailto:foo@bar.baz">foo@bar.baz</a></p>',
  },
  {
    section: "autolinks",
    markdown: "hello@mail+xyz.example isn't valid, but hello+xyz@mail.example is.\n",
    html: '<p>hello@mail+xyz.example isn\'t valid, but <a href="mailto:hello+xyz@mail.example">hello+xyz@mail.example</a> is.</p>',
  },
  {
    section: "autolinks",
    markdown: "a.b-c_d@a.b\n\na.b-c_d@a.b.\n\na.b-c_d@a.b-\n\na.b-c_d@a.b_\n",
    html: '<p><a href="mailto:a.b-c_d@a.b">a.b-c_d@a.b</a></p><p><a href="mailto:a.b-c_d@a.b">a.b-c_d@a.b</a>.</p><p>a.b-c_d@a.b-</p><p>a.b-c_d@a.b_</p>',
  },
  {
    section: "disallowed raw HTML",
    markdown: "<strong> <title> <style> <em>\n",
    html: "<p><strong> &lt;title> &lt;style> <em></p>",
  },
];
