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
