import './app.css';
import './board/board.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { Settings } from './game/settings.svelte';

const target = document.getElementById('app');
const settings = new Settings();
// Nothing is shown in another language first.
if (target) void settings.spoken.then(() => mount(App, { target, props: { settings } }));

// The static site works without a network once it has been opened.
if (document.documentElement.dataset.desk === 'worker' && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('./offline.js').catch(() => {});
}
