import { useOrigin } from "../../stores/site.ts";
import { Meta, type MetaProps } from "../../ui/Meta.tsx";

interface PageMetaProps extends Pick<MetaProps, "title" | "description"> {
  path: string;
  event?: Pick<MetaProps, "club"> & { bannerUrl: string };
}

export function PageMeta({ path, event, ...texts }: PageMetaProps) {
  const origin = useOrigin();
  return (
    <Meta
      {...texts}
      url={origin + path}
      image={event && `${origin}${event.bannerUrl}?w=1280`}
      club={event?.club}
    />
  );
}
