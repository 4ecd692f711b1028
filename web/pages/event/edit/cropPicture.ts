/** Draws a part of a picture into a new file, no wider than the widest page shows it. */

/** The selected part, in pixels of the picture. */
/** No page shows the picture wider, in pixels. */
interface PictureArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

const maxWidth = 1920;

/** Throws if the browser cannot read the picture. */
export async function cropPicture(url: string, part: PictureArea, name: string): Promise<File> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const scale = Math.min(1, maxWidth / part.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(part.width * scale);
  canvas.height = Math.round(part.height * scale);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("There is nothing to draw with.");
  // Transparent pixels would turn black in a JPEG.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
  if (blob === null) throw new Error("The picture cannot be written.");
  return new File([blob], `${name.replace(/\.[^.]*$/, "")}.jpg`, { type: "image/jpeg" });
}
