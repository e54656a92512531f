// Names the required browsers on older ones, which would otherwise show an empty page. Any browser of the last twenty
// years runs this separate script: it is no module, and is built for ES5, for which esbuild translates no `const`.

// The newest feature that the scripts use; each of these versions introduced it.
if (typeof String.prototype.isWellFormed !== 'function') {
  sayWhatIsNeeded(document.getElementById('old-browser'), /^de/.test(navigator.language));
}

function sayWhatIsNeeded(place: HTMLElement | null, isGerman: boolean): void {
  if (place === null) return;
  place.setAttribute('lang', isGerman ? 'de' : 'en');
  place.setAttribute('role', 'alert');
  place.textContent = isGerman
    ? 'Dieser Browser ist zu alt für die Konsole: Sie braucht Chrome oder Edge 111, Firefox 119, Safari 16.4 oder eine neuere Version.'
    : 'This browser is too old for the console: it needs Chrome or Edge 111, Firefox 119, Safari 16.4, or a later version.';
}
