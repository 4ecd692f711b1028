/** Draws a part of a picture into a new file, no wider than the widest page shows it. */

/** The part, in pixels of the picture. */
interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

const widest = 1920;

/** Throws if the browser cannot read the picture. */
export async function cutPicture(url: string, part: Part, name: string): Promise<File> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const scale = Math.min(1, widest / part.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(part.width * scale);
  canvas.height = Math.round(part.height * scale);
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("There is nothing to draw with.");
  // Transparent pixels would turn black in a JPEG.
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
  if (blob === null) throw new Error("The picture cannot be written.");
  return new File([blob], `${name.replace(/\.[^.]*$/, "")}.jpg`, { type: "image/jpeg" });
}
