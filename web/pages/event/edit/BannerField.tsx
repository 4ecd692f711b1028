/** The picture at the head of an event's page: chosen, cut to the shape of the page, or removed. */
import { Button } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { FilePicker } from "../../../forms/FilePicker.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import classes from "./EventForm.module.css";

// The cropping tool is a file of its own: most who open the form never need it.
const CropPicture = lazy(async () => ({ default: (await import("./CropPicture.tsx")).CropPicture }));

interface BannerFieldProps {
  value: File[];
  onChange: (files: File[]) => void;
  /** The picture that the event has already. */
  current: string | null;
  isRemoved: boolean;
  onRemove: (isRemoved: boolean) => void;
  error?: ReactNode;
}

export function BannerField({ value, onChange, current, isRemoved, onRemove, error }: BannerFieldProps) {
  const [chosen, setChosen] = useState<File | null>(null);
  return (
    <div className={classes.banner}>
      <FilePicker
        label="Picture"
        accept=".jpg,.jpeg,.png,image/jpeg,image/png"
        value={value}
        onChange={([file]) => (file === undefined ? onChange([]) : setChosen(file))}
        description="jpeg or png, at most 10 MB; best at 1600 × 900 or more"
        error={error}
      />
      {current !== null && value.length === 0 && (
        <Button variant="default" onClick={() => onRemove(!isRemoved)}>
          {isRemoved ? "Keep the picture" : "Remove the picture"}
        </Button>
      )}
      <Dialog isOpen={chosen !== null} title="Choose what is shown" onClose={() => setChosen(null)}>
        {chosen !== null && (
          <Suspense>
            <CropPicture
              file={chosen}
              onCancel={() => setChosen(null)}
              onDone={(cut) => {
                setChosen(null);
                onRemove(false);
                onChange([cut]);
              }}
            />
          </Suspense>
        )}
      </Dialog>
    </div>
  );
}
