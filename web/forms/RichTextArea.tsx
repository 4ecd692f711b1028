/** The editor. It makes only elements that the server keeps (server/events/richText.ts). */

import { type Editor, EditorContent, useEditor, useEditorState } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Icon } from "../ui/icons/icons.tsx";
import classes from "./RichTextEditor.module.css";

interface RichTextAreaProps {
  labelId: string;
  isInvalid: boolean;
  value: string;
  onChange: (html: string) => void;
}

export function RichTextArea({ labelId, isInvalid, value, onChange }: RichTextAreaProps) {
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3] },
        code: false,
        codeBlock: false,
        horizontalRule: false,
        strike: false,
        underline: false,
        link: { openOnClick: false, defaultProtocol: "https", protocols: ["http", "https", "mailto", "tel"] },
      }),
    ],
    content: value,
    // The content policy forbids style elements.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelId,
        ...(isInvalid && { "aria-invalid": "true" }),
        class: classes.area ?? "",
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? "" : changed.getHTML()),
  });
  return (
    <>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </>
  );
}

interface Tool {
  label: string;
  icon: ReactNode;
  isOn: (editor: Editor) => boolean;
  press: (editor: Editor) => void;
}

const listIcon = (marks: string) => (
  <Icon size={18} strokeWidth={2}>
    <path d={`${marks}M10 6h11M10 12h11M10 18h11`} />
  </Icon>
);

const tools: readonly Tool[] = [
  {
    label: "Heading",
    icon: "H",
    isOn: (editor) => editor.isActive("heading", { level: 2 }),
    press: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: "Small heading",
    icon: "h",
    isOn: (editor) => editor.isActive("heading", { level: 3 }),
    press: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    label: "Bold",
    icon: "B",
    isOn: (editor) => editor.isActive("bold"),
    press: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: "Italic",
    icon: "I",
    isOn: (editor) => editor.isActive("italic"),
    press: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: "List",
    icon: listIcon("M4.5 6h.01M4.5 12h.01M4.5 18h.01"),
    isOn: (editor) => editor.isActive("bulletList"),
    press: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: "Numbered list",
    icon: listIcon("M3.5 5 5 4v4.5M3.5 15.5c1-1 2.5 0 1.5 1.5l-1.5 2h2.5"),
    isOn: (editor) => editor.isActive("orderedList"),
    press: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
];

/** One Tab stop; the arrow keys move between tools (WAI-ARIA, toolbar pattern). */
function Toolbar({ editor }: { editor: Editor }) {
  const [activeIndex, setActiveIndex] = useState(0);
  const [address, setAddress] = useState<string | null>(null);
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      on: tools.map((tool) => tool.isOn(current)),
      link: current.isActive("link"),
      href: String(current.getAttributes("link").href ?? ""),
    }),
  });

  function move(event: KeyboardEvent<HTMLDivElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const next = (activeIndex + step + buttons.length) % buttons.length;
    setActiveIndex(next);
    buttons[next]?.focus();
  }

  function setLink(): void {
    const href = (address ?? "").trim();
    const chain = editor.chain().focus().extendMarkRange("link");
    if (href === "") chain.unsetLink().run();
    else chain.setLink({ href: /^(https?:|mailto:|tel:)/i.test(href) ? href : `https://${href}` }).run();
    setAddress(null);
  }

  return (
    <>
      <div role="toolbar" aria-label="Text style" className={classes.tools} onKeyDown={move}>
        {tools.map(({ label, icon, press }, index) => (
          <button
            key={label}
            type="button"
            tabIndex={index === activeIndex ? 0 : -1}
            aria-label={label}
            title={label}
            aria-pressed={state.on[index] ?? false}
            data-tool={label}
            onFocus={() => setActiveIndex(index)}
            onClick={() => press(editor)}
          >
            {icon}
          </button>
        ))}
        <button
          type="button"
          tabIndex={activeIndex === tools.length ? 0 : -1}
          aria-pressed={state.link}
          aria-expanded={address !== null}
          onFocus={() => setActiveIndex(tools.length)}
          onClick={() => setAddress(address === null ? state.href : null)}
        >
          Link
        </button>
      </div>
      {address !== null && (
        <div className={classes.link}>
          <input
            aria-label="Address of the link"
            placeholder="https://example.org"
            type="url"
            // biome-ignore lint/a11y/noAutofocus: the user has just opened it with its button.
            autoFocus
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== "Escape") return;
              // Enter would submit the surrounding form, and Escape close its dialog.
              event.preventDefault();
              event.stopPropagation();
              if (event.key === "Enter") setLink();
              else setAddress(null);
            }}
          />
          <button type="button" onClick={setLink}>
            {address.trim() === "" ? "Remove link" : "Set link"}
          </button>
        </div>
      )}
    </>
  );
}
