/** Each game is played to its end by clicks, against a weak engine. */
import { expect, test, type Choice } from './table';

const GAMES: [string, string, Choice][] = [
  ['loa', 'Lines of Action', { second: 'easy', rules: { size: '6' } }],
  ['gekitai', 'Gekitai', { second: 'easy' }],
  ['hex', 'Hex', { second: 'easy', rules: { size: '7' } }],
  ['arimaa', 'Arimaa', { second: 'medium' }]
];

for (const [name, title, choice] of GAMES) {
  test(`${title} is played to its end`, async ({ table, page }) => {
    test.setTimeout(300_000);
    await table.begin(title, choice);
    await table.picture(`${name}-start`);
    if (name === 'arimaa') {
      await table.button('Random').click();
      await table.picture('arimaa-setup');
      await table.button('Setup done').click();
    }
    let plies = 0;
    while ((await table.settled()) !== 'over') {
      expect(plies++).toBeLessThan(400);
      await table.playSomething();
      if (plies === 6) await table.picture(`${name}-middle`);
    }
    await table.picture(`${name}-end`);
    await expect(table.status).toHaveText(/(wins|draw)/i);
    expect((await table.moves()).length).toBeGreaterThan(4);
    await expect(page.locator('.hit.may')).toHaveCount(0);
  });
}

test('boards in full size', async ({ table }) => {
  for (const [name, title] of GAMES) {
    await table.begin(title, { analyse: true });
    await table.picture(`${name}-board`);
  }
});

test('the beginner of Gekitai can be beaten though it begins', async ({ table }) => {
  await table.begin('Gekitai', { first: 'beginner', second: 'hard' });
  expect(await table.settled()).toBe('over');
  await expect(table.status).toHaveText(/O wins/);
});

test('the lines of Arimaa are different turns', async ({ table, page }) => {
  await table.begin('Arimaa', { analyse: true });
  for (const side of ['Gold', 'Silver']) {
    await expect(table.status).toHaveText(new RegExp(`${side} to move`));
    await table.button('Random').click();
    await table.button('Setup done').click();
  }
  await expect(table.status).toHaveText(/4 of 4 steps left/);
  await page.getByTestId('analysis').click();
  const lines = page.locator('.lines li');
  await expect(page.getByTestId('analysis-numbers')).toHaveText(/depth [4-9]/, { timeout: 60_000 });
  await expect(lines).toHaveCount(3);
  const turns = await lines.evaluateAll((all) => all.map((line) => line.querySelector('button')?.textContent ?? ''));
  // The same steps in another order are the same turn.
  const sorted = turns.map((turn) => turn.split(' ').sort().join(' '));
  expect(sorted.every((turn) => turn !== '')).toBe(true);
  expect(new Set(sorted).size).toBe(3);
});
