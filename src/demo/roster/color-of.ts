// Colours for the entities of the demo school. Neighbours in a list should differ at a glance, and a colour must stay the
// same whenever the school is built, so it is worked out from the entity's number: hues a golden angle apart.

/** #RRGGBB of medium lightness, legible under white text. Source of the conversion: CSS Color 4, HSL to sRGB. */
export function colorOf(number: number): string {
  const hue = (number * 137.5) % 360;
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    const value = 0.42 - 0.42 * 0.6 * Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`.toUpperCase();
}
