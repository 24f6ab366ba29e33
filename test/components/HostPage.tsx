/** Elements of an application, with class names and attributes that could clash. */
export function HostPage() {
  return (
    <main className="host chat message composer" data-role="user" data-status="failed">
      <h1>Shop</h1>
      <h2>Trips</h2>
      <p>
        Text with <a href="https://example.com">what is new</a>, <code>code</code>, <kbd>Esc</kbd>{" "}
        and a note<sup>1</sup>
      </p>
      <h3>This year</h3>
      <h4>In spring</h4>
      <p data-html="">
        A picture: <img alt="A dot" width="8" height="8" src={dot} />
      </p>
      <ul>
        <li>one</li>
        <li>
          two
          <ol>
            <li>inside</li>
          </ol>
        </li>
      </ul>
      <ol className="messages">
        <li data-task="">one</li>
      </ol>
      <hr />
      <pre>
        <code>const a = 1;</code>
      </pre>
      <blockquote>
        <p>Said</p>
      </blockquote>
      <form className="form">
        <fieldset>
          <legend>Where to?</legend>
          <label>
            City <input type="text" placeholder="Lisbon" />
          </label>
          <input type="checkbox" />
          <input type="radio" />
          <input type="range" />
          <select className="select">
            <option>One</option>
          </select>
          <textarea className="textarea" />
          <progress value={0.5} />
        </fieldset>
        <button type="button" className="button" data-variant="primary">
          Back
        </button>
        <button type="submit" className="send">
          Send
        </button>
      </form>
      <details open>
        <summary className="summary">More</summary>
        <p className="details">It is open.</p>
      </details>
      <dialog open className="popup">
        A dialog
      </dialog>
      <table className="table">
        <thead>
          <tr>
            <th data-align="end">Day</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>1</td>
          </tr>
        </tbody>
      </table>
      <svg className="icon" viewBox="0 0 16 16" width="16" height="16">
        <title>A dot</title>
        <circle r="4" />
      </svg>
      <section data-theme="dark" data-density="compact" data-streaming="">
        <p className="markdown">What is dark of the page stays as the page has it.</p>
      </section>
    </main>
  );
}

/** Inline elements of an application. */
export function HostLine() {
  return (
    <span className="host">
      <a href="https://example.com">x</a>
      <code>y</code>
      <sup>2</sup>
      <img alt="A dot" width="8" height="8" src={dot} />
      <label>
        z <input type="text" />
      </label>
      <button type="button">=</button>
    </span>
  );
}

const dot = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
