package io.hawser.local.service;

import io.hawser.bus.service.HawserService;
import io.hawser.embedded.process.JavaCommand;
import io.hawser.embedded.process.Signal;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.process.Orphans;
import io.hawser.local.process.ProcessSpec;
import io.hawser.local.process.Readiness;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The command lines and environments of Hawser's own processes on one machine. */
public final class LocalServices {
    /** volume-service keeps 40 MiB under load. docs/performance.md shows what other sizes cost. */
    private static final int SERVICE_HEAP_MIB = 112;

    /** Most objects live for a short time: with the JVM's default of a third, collections take twice the time. */
    private static final List<String> YOUNG_HEAP = List.of("-Xmn48m");

    private static final int AGENT_HEAP_MIB = 128;
    /** An agent keeps little; the heap that concurrent mounts needed goes back to Linux: see docs/performance.md. */
    private static final List<String> SMALL_HEAP =
            List.of("-Xms16m", "-Xmn6m", "-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=25");

    private static final int PLUGIN_HEAP_MIB = 64;

    private final LocalLayout layout;
    private final DataServices data;
    private final Path project;

    public LocalServices(Path project, LocalLayout layout, DataServices data) {
        this.layout = layout;
        this.data = data;
        this.project = project;
    }

    /** All processes, in the order of their start; broker and databases must exist. */
    public List<ProcessSpec> specs() {
        List<ProcessSpec> specs = new ArrayList<>();
        HawserService.namesWithDatabase().forEach(name -> specs.add(service(name)));
        LocalLayout.nodeNames().forEach(node -> specs.add(plugin(node)));
        LocalLayout.nodeNames().forEach(node -> specs.add(agent(node)));
        return List.copyOf(specs);
    }

    public static String agentName(String node) {
        return "agent-" + node;
    }

    /** The process name of the host-path plugin's instance on a node. */
    public static String pluginName(String node) {
        return "hostpath-" + node;
    }

    /** The HTTP address of a service or an agent. */
    public URI http(String name) {
        return URI.create("http://127.0.0.1:" + layout.port(name));
    }

    /** One service; the broker and its database must exist when it starts. */
    public ProcessSpec service(String name) {
        return service(name, SERVICE_HEAP_MIB);
    }

    /** The same service with another heap size. */
    public ProcessSpec service(String name, int heapMiB) {
        return replica(name, name, name + "-1", heapMiB);
    }

    /** One more replica of a service, as a process of its own: {@code SERVICE-NUMBER}. */
    public ProcessSpec replica(String service, int number) {
        String name = service + "-" + number;
        return replica(name, service, name, SERVICE_HEAP_MIB);
    }

    private ProcessSpec replica(String name, String service, String replica, int heapMiB) {
        Map<String, String> environment = common(name);
        environment.put("HAWSER_REPLICA", replica);
        environment.put("HAWSER_VOLUME_ENDPOINTS", "unix://" + layout.sockets());
        environment.put("HAWSER_PROBE_ENDPOINTS", "unix://" + layout.sockets());
        environment.putAll(data.datasource(service));
        return quarkus(name, service, heapMiB, YOUNG_HEAP, environment);
    }

    /** The agent of a node of any name; the broker must run when it starts. */
    public ProcessSpec agent(String node) {
        Map<String, String> environment = common(agentName(node));
        environment.put("HAWSER_NODE", node);
        environment.put("HAWSER_ANNOUNCE", "true");
        environment.put("HAWSER_ROOT", layout.node(node).toString());
        environment.put("HAWSER_PLUGIN_DIR", layout.pluginSockets(node).toString());
        environment.put(
                "HAWSER_PLUGINS_REGISTRY_DIR", layout.pluginRegistry(node).toString());
        environment.put("HAWSER_FIND_HOLDERS", "true");
        environment.put("HAWSER_FS_GROUP", "true");
        // The name is shorter than those of the plugins' sockets beside it, and has no .sock: the agent takes it for no
        // plugin's.
        environment.put(
                "HAWSER_RUNTIME_SOCKET",
                layout.pluginSockets(node).resolve("runtime").toString());
        return quarkus(
                agentName(node), HawserService.NODE_AGENT.serviceName(), AGENT_HEAP_MIB, SMALL_HEAP, environment);
    }

    private Map<String, String> common(String name) {
        Map<String, String> environment = new HashMap<>();
        environment.put("QUARKUS_PROFILE", "local");
        environment.put("QUARKUS_HTTP_HOST", "127.0.0.1");
        environment.put("QUARKUS_HTTP_PORT", Integer.toString(layout.port(name)));
        environment.put("KAFKA_BOOTSTRAP_SERVERS", data.bootstrapServers());
        // By itself glibc makes up to eight arenas for each processor, and gives little of them back.
        environment.put("MALLOC_ARENA_MAX", "2");
        environment.put("HAWSER_TOKEN", layout.secrets().of(Endpoints.TOKEN));
        return environment;
    }

    private ProcessSpec quarkus(
            String name, String module, int heapMiB, List<String> options, Map<String, String> environment) {
        return new ProcessSpec(
                name,
                quarkus(module, heapMiB, options),
                environment,
                Readiness.http(name, http(name)),
                layout.log(name),
                Signal.TERM);
    }

    private ProcessSpec plugin(String node) {
        Path socket = layout.pluginSockets(node).resolve("hostpath.sock");
        return new ProcessSpec(
                pluginName(node),
                hostpath(List.of(
                        "--endpoint",
                        "unix://" + socket,
                        "--node-id",
                        node,
                        "--state-dir",
                        layout.pluginState().toString())),
                Map.of(),
                Readiness.unixSocket(socket),
                layout.log(pluginName(node)),
                Signal.TERM);
    }

    private List<String> quarkus(String module, int heapMiB, List<String> options) {
        Path target = project.resolve(module).resolve("target");
        built(target.resolve("quarkus-app/quarkus-run.jar"));
        List<String> all = new ArrayList<>(options);
        all.add(Orphans.mark(layout.home()));
        return JavaCommand.ofService(heapMiB, all, target);
    }

    /** The plugin has its libraries beside its jar. */
    private List<String> hostpath(List<String> arguments) {
        Path target = project.resolve("tools/hostpath-plugin/target");
        Path jar = built(target.resolve("hawser-hostpath-plugin-0.1.0-SNAPSHOT.jar"));
        return JavaCommand.of(
                PLUGIN_HEAP_MIB,
                List.of(Orphans.mark(layout.home())),
                target.resolve("lib") + "/*:" + jar,
                "io.hawser.hostpath.HostPathPlugin",
                arguments);
    }

    private static Path built(Path file) {
        if (!Files.exists(file)) {
            throw new IllegalStateException(file + " is not there: build with ./hawser, or mvn -DskipTests package");
        }
        return file;
    }
}
