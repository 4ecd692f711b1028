import { Button } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { maxPictureMb } from "../../../../contract/rules/pictures.ts";
import { FilePicker } from "../../../forms/FilePicker.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import classes from "./EventForm.module.css";

const CropPicture = lazy(async () => ({ default: (await import("./CropPicture.tsx")).CropPicture }));

interface BannerFieldProps {
  value: File[];
  onChange: (files: File[]) => void;
  /** The saved picture; null without one. */
  current: string | null;
  isRemoved: boolean;
  onRemovedChange: (isRemoved: boolean) => void;
  error?: ReactNode;
}

export function BannerField({
  value,
  onChange,
  current,
  isRemoved,
  onRemovedChange,
  error,
}: BannerFieldProps) {
  const [chosenFile, setChosenFile] = useState<File | null>(null);
  return (
    <div className={classes.banner}>
      <FilePicker
        label="Picture"
        accept=".jpg,.jpeg,.png,image/jpeg,image/png"
        value={value}
        onChange={([file]) => (file === undefined ? onChange([]) : setChosenFile(file))}
        description={`JPEG or PNG, at most ${maxPictureMb} MB; best at 1600 × 900 or more`}
        error={error}
      />
      {current !== null && value.length === 0 && (
        <Button variant="default" onClick={() => onRemovedChange(!isRemoved)}>
          {isRemoved ? "Keep the picture" : "Remove the picture"}
        </Button>
      )}
      <Dialog isOpen={chosenFile !== null} title="Choose what is shown" onClose={() => setChosenFile(null)}>
        {chosenFile !== null && (
          <Suspense>
            <CropPicture
              file={chosenFile}
              onCancel={() => setChosenFile(null)}
              onDone={(croppedFile) => {
                setChosenFile(null);
                onRemovedChange(false);
                onChange([croppedFile]);
              }}
            />
          </Suspense>
        )}
      </Dialog>
    </div>
  );
}
