/** React moves these elements, except the JSON-LD, to the document's head. */

export interface MetaProps {
  description: string;
  /** The canonical address, absolute. */
  url: string;
  title: string;
  /** The absolute address of a picture. */
  image?: string | undefined;
  club?: { isUnlisted?: boolean } | undefined;
  /** schema.org data: already safe inside a script element (lib/scriptJson.ts). */
  jsonLd?: string;
}

export function Meta({ description, url, title, image, club, jsonLd }: MetaProps) {
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {club?.isUnlisted && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Foyer" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {image && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={image ? "summary_large_image" : "summary"} />
      {jsonLd && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} />}
    </>
  );
}
