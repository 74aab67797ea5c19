# The worker in workerd itself, which takes places at the command line:
#
#   workerd serve _edge/worker/workerd.capnp --socket-addr http=*:80 \
#     --directory-path tree=. --external-addr server=127.0.0.1:8080
#
# asked in the folder of the tree. Written by `muniment build --edge worker`.

using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "edge", worker = .edge),
    (name = "tree", disk = (writable = false, allowDotfiles = true)),
    (name = "server", external = (http = ())),
  ],
  sockets = [(name = "http", http = (), service = "edge")],
);

const edge :Workerd.Worker = (
  modules = [
    (name = "worker/worker.mjs", esModule = embed "worker.mjs"),
    (name = "worker/edge.mjs", esModule = embed "edge.mjs"),
    (name = "manifest.json", json = embed "../manifest.json"),
    (name = "refusal.json", json = embed "../refusal.json"),
  ],
  compatibilityDate = "2025-11-01",
  bindings = [
    (name = "ASSETS", service = "tree"),
    (name = "ORIGIN", service = "server"),
  ],
);
