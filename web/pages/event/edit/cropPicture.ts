import type { Area } from "react-easy-crop";

/** In pixels. The server stores no wider banner (server/media/storeImage.ts). */
const maxWidth = 1920;

/** `part` is in pixels of the picture. Throws if the browser cannot read or write it. */
export async function cropPicture(url: string, part: Area, name: string): Promise<File> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const scale = Math.min(1, maxWidth / part.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(part.width * scale);
  canvas.height = Math.round(part.height * scale);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("The browser has no 2D canvas.");
  // Transparent pixels would turn black in a JPEG.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
  if (blob === null) throw new Error("The canvas cannot be written as a JPEG.");
  return new File([blob], `${name.replace(/\.[^.]*$/, "")}.jpg`, { type: "image/jpeg" });
}
