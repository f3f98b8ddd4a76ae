import "./look/before.css";
import { createRoot } from "react-dom/client";
import { HttpServer } from "./api";
import { App } from "./App";

const page = document.getElementById("page");
if (page === null) throw new Error("index.html has no #page");
createRoot(page).render(<App server={new HttpServer()} />);
