/** Loads React in its own file, so that its setup is a separate, short task. */
import "react/jsx-runtime";
import "react-dom/client";
