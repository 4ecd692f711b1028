import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { maxHttpsAddress, policyFields, policyNames } from "../../../contract/rules/club/policies.ts";
import { maxPictureMb } from "../../../contract/rules/pictures.ts";
import { countries } from "../../../contract/rules/questions/countries.ts";
import type { Club } from "../../../contract/shapes/club.ts";
import { api } from "../../api/browser.ts";
import { FieldGroup, FieldGroups } from "../../forms/FieldGroups.tsx";
import { FilePicker } from "../../forms/FilePicker.tsx";
import { StaffForm } from "../../forms/StaffForm.tsx";
import { useFileAddress } from "../../forms/useFileAddress.ts";
import { useStaffForm } from "../../forms/useStaffForm.ts";
import classes from "./ClubForm.module.css";
import { bodyOf, problemsOf, valuesOf } from "./clubValues.ts";

interface ClubFormProps {
  club: Club | null;
  onSaved: (club: Club) => void | Promise<void>;
}

export function ClubForm({ club, onSaved }: ClubFormProps) {
  const form = useStaffForm({ initialValues: valuesOf(club), validate: problemsOf });
  const { files, isLogoRemoved, name } = form.getValues();
  const chosenAddress = useFileAddress(files[0]);
  const hasLogo = club !== null && club.logo !== null && !isLogoRemoved;
  const savedAddress = hasLogo ? club.logoUrl : "/api/club-logo/default";
  return (
    <StaffForm
      form={form}
      label="Club"
      buttons={[{ label: club === null ? "Add club" : "Save club" }]}
      save={(values, options) =>
        api.post("club/save", bodyOf(values, club?.id ?? null), {
          ...options,
          ...(values.files.length > 0 && { files: values.files }),
        })
      }
      fieldOfCode={{ invalidFile: "files", tooLarge: "files", unsupportedType: "files" }}
      onSaved={onSaved}
    >
      <FieldGroups>
        <FieldGroup title="The club">
          <TextInput
            label="Name"
            required
            maxLength={120}
            autoComplete="organization"
            {...form.getInputProps("name")}
          />
          <TextInput
            label="Place"
            description="Town or address, as visitors should read it"
            maxLength={300}
            {...form.getInputProps("location")}
          />
          <div className={classes.two}>
            <TextInput
              label="Contact e-mail"
              type="email"
              autoComplete="email"
              {...form.getInputProps("contactEmail")}
            />
            <TextInput label="Phone" type="tel" maxLength={40} {...form.getInputProps("phone")} />
          </div>
          <Switch
            label="Show e-mail and phone on event pages"
            description="Visitors can then write to the club or call it."
            {...form.getInputProps("showContact", { type: "checkbox" })}
          />
          <div className={classes.logo}>
            <figure>
              <img
                src={chosenAddress ?? `${savedAddress}?w=160`}
                alt={`Logo of ${name || "the club"}`}
                width={96}
                height={96}
              />
              <figcaption>
                {chosenAddress !== null ? "New logo" : hasLogo ? "Current logo" : "No logo"}
              </figcaption>
            </figure>
            <FilePicker
              label="Logo"
              accept="image/jpeg,image/png,.jpg,.jpeg,.png"
              description={`JPEG or PNG, square looks best, at most ${maxPictureMb} MB`}
              value={files}
              onChange={(chosenFiles) => form.setFieldValue("files", chosenFiles)}
              error={form.errors.files}
            />
          </div>
          {club !== null && club.logo !== null && files.length === 0 && (
            <Switch label="Remove the logo" {...form.getInputProps("isLogoRemoved", { type: "checkbox" })} />
          )}
        </FieldGroup>
        <FieldGroup
          title="Receipts"
          lead="Receipts name the club as the seller. Without a legal name or address they show its name and place."
        >
          <TextInput
            label="Legal name"
            maxLength={160}
            autoComplete="off"
            {...form.getInputProps("seller.legalName")}
          />
          <TextInput
            label="Address"
            description="Street, postal code and town"
            maxLength={300}
            autoComplete="off"
            {...form.getInputProps("seller.address")}
          />
          <div className={classes.two}>
            <NativeSelect
              label="Country"
              data={[
                { value: "", label: "Not given" },
                ...countries.map(({ code, name: country }) => ({ value: code, label: country })),
              ]}
              {...form.getInputProps("seller.country")}
            />
            <TextInput
              label="Tax number"
              placeholder="DE123456789"
              maxLength={40}
              {...form.getInputProps("seller.taxNumber")}
            />
          </div>
          <TextInput
            label="Register entry"
            description="Such as VR 1234, Hamburg"
            maxLength={120}
            {...form.getInputProps("seller.register")}
          />
        </FieldGroup>
        <FieldGroup
          title="Legal pages"
          lead="The club’s own legal pages are linked at the foot of its events’ pages. Next to the payment button, buyers read that they accept the terms and the refund policy."
        >
          <div className={classes.two}>
            {policyFields.map((field) => (
              <TextInput
                key={field}
                label={`${policyNames[field]} page`}
                type="url"
                placeholder="https://"
                maxLength={maxHttpsAddress}
                {...form.getInputProps(field)}
              />
            ))}
          </div>
        </FieldGroup>
      </FieldGroups>
    </StaffForm>
  );
}
