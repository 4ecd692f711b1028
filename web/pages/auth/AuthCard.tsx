import type { ReactNode } from "react";
import { Link } from "react-router";
import { BrandMark } from "../../layouts/BrandMark.tsx";
import { paths } from "../../paths.ts";
import classes from "./AuthCard.module.css";

interface AuthCardProps {
  title: string;
  lead: ReactNode;
  foot?: ReactNode;
  children?: ReactNode;
}

export function AuthCard({ title, lead, foot, children }: AuthCardProps) {
  return (
    <section className={classes.page}>
      <Link to={paths.home()} className={classes.brand}>
        <BrandMark /> Foyer
      </Link>
      <div className={classes.card}>
        <h1>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
        {foot !== undefined && <div className={classes.foot}>{foot}</div>}
      </div>
    </section>
  );
}
