/** Linear red, green and blue of an OKLCH colour; values outside 0 to 1 are outside sRGB. */
function linearOf(lightness: number, chroma: number, hue: number): readonly number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Linear red, green and blue of an OKLCH colour, with its chroma reduced until the colour is within sRGB. */
export function linearSrgb(lightness: number, chroma: number, hue: number): readonly number[] {
  const isShown = (tried: number) =>
    linearOf(lightness, tried, hue).every((part) => part > -1e-4 && part < 1.0001);
  let [low, high] = [0, chroma];
  if (isShown(chroma)) low = chroma;
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (isShown(middle)) low = middle;
    else high = middle;
  }
  return linearOf(lightness, low, hue);
}
