/** Loads React in its own file, so that its setup is a separate task: two short tasks instead of a long one. */
import "react/jsx-runtime";
import "react-dom/client";
