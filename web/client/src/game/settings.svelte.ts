/** What people choose for their eyes and ears; kept for all tabs. */
import { isLanguage, languageOf, speak, type Language } from '../words/words.svelte';
import { load, save } from './storage';

export type Theme = 'system' | 'light' | 'dark';
export const PALETTES = ['wood', 'slate', 'meadow', 'contrast'] as const;
export type Palette = (typeof PALETTES)[number];

const KEY = 'plywood.settings';

export class Settings {
  language = $state<Language | 'browser'>('browser');
  theme = $state<Theme>('system');
  palette = $state<Palette>('wood');
  sound = $state(false);
  coordinates = $state(true);
  hints = $state(true);
  /** Lines drawn on the board while analysing. */
  arrows = $state(true);

  /** When the page speaks the language that is set. */
  readonly spoken: Promise<void>;

  constructor() {
    const kept = load<Record<string, unknown>>(KEY, {});
    this.language = isLanguage(kept.language) ? kept.language : 'browser';
    this.theme = kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : 'system';
    this.palette = PALETTES.find((name) => name === kept.palette) ?? 'wood';
    this.sound = kept.sound === true;
    this.coordinates = kept.coordinates !== false;
    this.hints = kept.hints !== false;
    this.arrows = kept.arrows !== false;
    this.spoken = this.applyLanguage();
  }

  /** Shows the choice on the page, and keeps it. */
  apply(systemIsDark: boolean): void {
    void this.applyLanguage();
    const dark = this.theme === 'dark' || (this.theme === 'system' && systemIsDark);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.documentElement.dataset.palette = this.palette;
    const { language, theme, palette, sound, coordinates, hints, arrows } = this;
    save(KEY, { language, theme, palette, sound, coordinates, hints, arrows });
  }

  private applyLanguage(): Promise<void> {
    return speak(this.language === 'browser' ? languageOf(navigator.languages) : this.language);
  }
}
