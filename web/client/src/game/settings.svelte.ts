/** What people choose for their eyes; kept for all tabs. */
import { load, save } from './storage';

export type Theme = 'system' | 'light' | 'dark';
export type Palette = 'wood' | 'contrast';

const KEY = 'plywood.settings';

export class Settings {
  theme = $state<Theme>('system');
  palette = $state<Palette>('wood');
  coordinates = $state(true);
  hints = $state(true);
  /** Lines drawn on the board while analysing. */
  arrows = $state(true);

  constructor() {
    const kept = load(KEY, { theme: 'system', palette: 'wood', coordinates: true, hints: true, arrows: true });
    this.theme = kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : 'system';
    this.palette = kept.palette === 'contrast' ? 'contrast' : 'wood';
    this.coordinates = kept.coordinates !== false;
    this.hints = kept.hints !== false;
    this.arrows = kept.arrows !== false;
  }

  /** Shows the choice on the page, and keeps it. */
  apply(systemIsDark: boolean): void {
    const dark = this.theme === 'dark' || (this.theme === 'system' && systemIsDark);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.documentElement.dataset.palette = this.palette;
    const { theme, palette, coordinates, hints, arrows } = this;
    save(KEY, { theme, palette, coordinates, hints, arrows });
  }
}
