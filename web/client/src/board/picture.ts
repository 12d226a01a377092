/** The board as a picture file: an SVG that carries its own styles, or a PNG painted from it. */
import { say } from '../words/words.svelte';
import css from './board.css?raw';

const SVG = 'http://www.w3.org/2000/svg';
const PIXELS = 1200;

/** The drawing as a text that stands alone. */
export function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.querySelectorAll('[role="row"], .target').forEach((element) => element.remove());
  for (const name of ['role', 'tabindex', 'aria-label', 'aria-rowcount', 'aria-colcount']) copy.removeAttribute(name);
  copy.querySelectorAll('[aria-hidden]').forEach((element) => element.removeAttribute('aria-hidden'));
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute('xmlns', SVG);
  copy.setAttribute('width', `${PIXELS}`);
  copy.setAttribute('height', `${Math.round((PIXELS * height) / width)}`);
  copy.setAttribute('data-palette', document.documentElement.dataset.palette ?? '');
  const style = document.createElementNS(SVG, 'style');
  // In a file of its own the drawing is the root, and the palette stands on it.
  style.textContent = css.replace(/:root\[data-palette='(\w+)'\] \.board/g, ".board[data-palette='$1']");
  copy.prepend(style);
  return new XMLSerializer().serializeToString(copy);
}

export async function pngBlob(svg: SVGSVGElement): Promise<Blob> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svgText(svg)], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(say('files.noPicture')))))
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Gives a file to the person at the screen. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
