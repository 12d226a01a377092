import { defineConfig } from '@playwright/test';
import { resolve } from 'node:path';

/** The same tests for both homes: the server, and where `SITE` names its folder, the static site. */
const projects = [
  { name: 'server', use: { site: '' } },
  ...(process.env.SITE ? [{ name: 'site', use: { site: resolve(process.env.SITE) } }] : [])
];

export default defineConfig<object, { site: string }>({
  projects,
  testDir: 'e2e',
  outputDir: 'test-results',
  timeout: 120_000,
  // A machine with other work stops a browser for seconds; a test that fails once is tried again, and named.
  expect: { timeout: 20_000 },
  retries: 1,
  workers: 1,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // In a container the tests run as root, where Chromium has no sandbox.
      args: ['--no-sandbox']
    }
  }
});
