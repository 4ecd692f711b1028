/** Modules that the build makes (tools/vite.config.ts). */
declare module "virtual:theme.css" {}
