// Draws an address as a QR code (ISO/IEC 18004), dark on light in every colour scheme, since few readers take the reverse.

import { correction, generate } from 'lean-qr';

const svg = 'http://www.w3.org/2000/svg';
/** Modules around the code, as the standard asks for. */
const quiet = 4;

/** @param label for screen readers */
export function qrCode(address: string, label: string): SVGSVGElement {
  const code = generate(address, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M });
  let path = '';
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue;
      const start = x;
      while (code.get(x + 1, y)) x++;
      path += `M${start} ${y}h${x + 1 - start}v1h${start - x - 1}z`;
    }
  }
  const side = code.size + 2 * quiet;
  const image = document.createElementNS(svg, 'svg');
  const parts = { class: 'qr', role: 'img', 'aria-label': label, viewBox: `${-quiet} ${-quiet} ${side} ${side}` };
  for (const [name, value] of Object.entries(parts)) image.setAttribute(name, value);
  const drawn = document.createElementNS(svg, 'path');
  drawn.setAttribute('d', path);
  image.append(drawn);
  return image;
}
