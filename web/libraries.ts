/** React, set up when its own file runs and not in the middle of ours: two short tasks instead of a long one. */
import "react/jsx-runtime";
import "react-dom/client";
