/** Modules that the build makes (tools/vite.config.ts). */
declare module "virtual:theme.css" {}

/** A picture among our sources: its address. */
declare module "*.avif" {
  const address: string;
  export default address;
}
