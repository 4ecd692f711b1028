import { ActionIcon, Menu, type MenuProps } from "@mantine/core";
import type { ReactNode } from "react";

interface MoreMenuProps extends MenuProps {
  /** The button's name, such as "More for Gala Night". */
  label: string;
  /** Parts of a Mantine menu, such as `Menu.Item`. */
  children: ReactNode;
}

export function MoreMenu({ label, children, ...menu }: MoreMenuProps) {
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="2.75rem" aria-label={label}>
          <svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
            <circle cx="5" cy="12" r="2" />
            <circle cx="12" cy="12" r="2" />
            <circle cx="19" cy="12" r="2" />
          </svg>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
