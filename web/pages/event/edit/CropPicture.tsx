import "react-easy-crop/react-easy-crop.css";
import { Button } from "@mantine/core";
import { useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import { useFileAddress } from "../../../forms/useFileAddress.ts";
import dialog from "../../../ui/Dialog.module.css";
import { cropPicture } from "./cropPicture.ts";
import classes from "./EventForm.module.css";

interface CropPictureProps {
  file: File;
  onDone: (croppedFile: File) => void;
  onCancel: () => void;
}

const unreadableText = "This picture could not be read. Please choose another one.";

export function CropPicture({ file, onDone, onCancel }: CropPictureProps) {
  const url = useFileAddress(file);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function confirmCrop(): Promise<void> {
    if (url === null || area === null) return;
    try {
      onDone(await cropPicture(url, area, file.name));
    } catch {
      setProblem(unreadableText);
    }
  }

  return (
    <>
      <div className={classes.crop}>
        {url !== null && (
          <Cropper
            image={url}
            aspect={16 / 9}
            crop={crop}
            zoom={zoom}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ onError: () => setProblem(unreadableText) }}
            disableAutomaticStylesInjection
          />
        )}
      </div>
      <label className={classes.zoom}>
        Larger
        <input
          type="range"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
      </label>
      {problem !== null && (
        <p role="alert" className={dialog.problem}>
          {problem}
        </p>
      )}
      <div className={dialog.actions}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={area === null || problem !== null} onClick={() => void confirmCrop()}>
          Use this part
        </Button>
      </div>
    </>
  );
}
