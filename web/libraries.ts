/** In its own file, React's setup is a separate, short task. */
import "react/jsx-runtime";
import "react-dom/client";
