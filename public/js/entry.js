// A page of the site without a part of its own.
import { prepareSite } from "./site.js";

prepareSite();
