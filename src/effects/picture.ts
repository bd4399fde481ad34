/** Offers a picture to the device's own sharing, or saves it where the device shares no files. */
export async function keepPicture(picture: Blob, name: string): Promise<void> {
  const file = new File([picture], name, { type: picture.type });
  const data = { files: [file] };
  if (navigator.canShare?.(data)) {
    try {
      await navigator.share(data);
    } catch (error) {
      // The reader has closed the sharing sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
    return;
  }
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** A line of the picture: its text, size (px), weight and colour. */
export interface PictureLine {
  readonly text: string;
  readonly px: number;
  readonly weight: number;
  readonly colour: string;
}

const WIDTH = 1_080;
const HEIGHT = 1_350;
const MARGIN = 80;

/** Draws lines of text, centred one below the other, on the colours of the stage. Null: the device draws no picture. */
export async function drawCard(
  lines: readonly PictureLine[],
  { page, stage, font }: { readonly page: string; readonly stage: string; readonly font: string },
): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const light = context.createRadialGradient(WIDTH / 2, 0, 0, WIDTH / 2, 0, HEIGHT);
  light.addColorStop(0, stage);
  light.addColorStop(1, page);
  context.fillStyle = light;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.textAlign = 'center';
  const total = lines.reduce((sum, { px }) => sum + px * 1.35, 0);
  let y = (HEIGHT - total) / 2;
  for (const { text, px, weight, colour } of lines) {
    y += px * 1.35;
    context.font = `${weight} ${px}px ${font}`;
    context.fillStyle = colour;
    // The browser narrows a text that is too long.
    context.fillText(text, WIDTH / 2, y, WIDTH - 2 * MARGIN);
  }
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
