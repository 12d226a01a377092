import './app.css';
import './board/board.css';
import { mount } from 'svelte';
import App from './App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });

// The static site works without a network once it has been opened.
if (document.documentElement.dataset.desk === 'worker' && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register('./offline.js').catch(() => {});
}
