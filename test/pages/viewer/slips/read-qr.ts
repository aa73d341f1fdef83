// Reads a QR code from a picture of the screen, as the camera of a phone does.

import type { Locator } from 'playwright-core';
import decodeQr from 'qr/decode.js';

/** @throws when no code is in it */
export async function readQr(shown: Locator): Promise<string> {
  const picture = (await shown.screenshot()).toString('base64');
  const browser = shown.page().context().browser();
  if (browser === null) throw new Error('the page has no browser');
  // A page of its own turns the PNG into pixels, since the policy of the one that is read forbids pictures from elsewhere.
  const page = await browser.newPage();
  try {
    const pixels = await page.evaluate(`(async () => {
      const picture = new Image();
      picture.src = 'data:image/png;base64,${picture}';
      await picture.decode();
      const { width, height } = picture;
      const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
      pen.drawImage(picture, 0, 0);
      return { width, height, data: Array.from(pen.getImageData(0, 0, width, height).data) };
    })()`);
    const { width, height, data } = pixels as { width: number; height: number; data: number[] }; // as returned just above
    return decodeQr({ width, height, data: Uint8ClampedArray.from(data) }, { timeLimit: 2000 });
  } finally {
    await page.close();
  }
}
