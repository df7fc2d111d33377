package io.hawser.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.hawser.deploy.Kubernetes.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rights, probes and replicas in Kubernetes. */
class ManifestsTest {
    private static final Map<String, String> PROBES = Map.of(
            "startupProbe", "/q/health/started",
            "livenessProbe", "/q/health/live",
            "readinessProbe", "/q/health/ready");

    static List<Workload> workloads() {
        return Kubernetes.workloads();
    }

    static Stream<Workload> withDatabase() {
        return workloads().stream().filter(workload -> !isAgent(workload));
    }

    @Test
    @DisplayName("Every file of the folder is a resource of the kustomization, and all services are there")
    void nothingIsForgotten() throws IOException {
        // When
        List<String> files = Kubernetes.files().stream()
                .map(file -> file.getFileName().toString())
                .toList();
        // Then
        assertThat(Kubernetes.KUSTOMIZATION.at("resources").texts())
                .containsExactlyInAnyOrderElementsOf(files.stream()
                        .filter(file -> !file.equals("kustomization.yaml"))
                        .toList());
        assertThat(workloads())
                .extracting(Workload::name)
                .containsExactlyInAnyOrderElementsOf(ServiceSettings.services());
        assertThat(Compose.services())
                .extracting(Compose.Service::name)
                .containsExactlyInAnyOrderElementsOf(ServiceSettings.services());
    }

    @ParameterizedTest
    @MethodSource("workloads")
    @DisplayName("Each container has the rights that it needs and no more")
    void leastPrivilege(Workload workload) {
        // Given
        boolean agent = isAgent(workload);
        Yaml pod = workload.pod();
        Yaml container = workload.container();
        // Then
        assertThat(pod.items("containers")).hasSize(1);
        assertThat(pod.find("initContainers")).isEmpty();
        assertThat(pod.at("automountServiceAccountToken").value()).isEqualTo(false);
        assertThat(pod.at("enableServiceLinks").value()).isEqualTo(false);
        assertThat(Stream.of("hostNetwork", "hostPID", "hostIPC"))
                .noneMatch(key -> pod.find(key).isPresent());
        assertThat(pod.at("securityContext", "seccompProfile", "type").text()).isEqualTo("RuntimeDefault");
        // The agent's folder and the plugins' sockets belong to the node's root.
        assertThat(pod.at("securityContext", "runAsNonRoot").isTrue()).isEqualTo(!agent);
        assertThat(pod.at("securityContext", "runAsUser").value()).isEqualTo(agent ? 0 : 10001);
        assertThat(container.at("securityContext", "allowPrivilegeEscalation").value())
                .isEqualTo(false);
        assertThat(container.at("securityContext", "readOnlyRootFilesystem").isTrue())
                .isTrue();
        assertThat(container.at("securityContext", "capabilities").members().keySet())
                .isSubsetOf("drop", "add");
        assertThat(container.at("securityContext", "capabilities").items("add")).isEmpty();
        assertThat(container.at("securityContext", "capabilities", "drop").texts())
                .containsExactly("ALL");
        assertThat(container.find("securityContext", "privileged").filter(Yaml::isTrue))
                .isEmpty();
        assertThat(container.find("resources", "limits", "memory")).isPresent();
        assertThat(container.at("resources", "requests").members()).containsKeys("cpu", "memory");
    }

    @ParameterizedTest
    @MethodSource("workloads")
    @DisplayName(
            "Only /tmp can be written to, and on a node the agent's root folder; that one and the plugins' show the"
                    + " node's mounts and add none; of the rest of the node the agent sees the machine's id")
    void writesOnlyWhereItMust(Workload workload) {
        // When
        List<Yaml> writable = workload.container().items("volumeMounts").stream()
                .filter(mount -> mount.find("readOnly").isEmpty())
                .toList();
        List<Yaml> ofTheHost = new ArrayList<>(workload.pod().items("volumes").stream()
                .filter(volume -> volume.find("hostPath").isPresent())
                .toList());
        // Then
        assertThat(writable.stream().map(mount -> mount.at("mountPath").text()))
                .containsExactlyInAnyOrderElementsOf(
                        isAgent(workload) ? List.of("/tmp", "/var/lib/hawser/node") : List.of("/tmp"));
        List<Yaml> readable = ofTheHost.stream()
                .filter(volume -> writable.stream().noneMatch(mount -> mount.at("name")
                        .value()
                        .equals(volume.at("name").value())))
                .toList();
        assertThat(readable.stream().map(volume -> volume.at("hostPath", "path").text()))
                .containsExactlyElementsOf(
                        isAgent(workload) ? List.of("/var/lib/hawser/plugins", "/etc/machine-id") : List.of());
        ofTheHost.removeIf(volume -> volume.at("hostPath", "path").text().equals("/etc/machine-id"));
        // What plugins and orchestrators are told are the node's paths.
        assertThat(ofTheHost).hasSize(isAgent(workload) ? 2 : 0).allSatisfy(volume -> assertThat(
                        workload.container().items("volumeMounts"))
                .anySatisfy(mount -> {
                    assertThat(mount.at("name").value())
                            .isEqualTo(volume.at("name").value());
                    assertThat(mount.at("mountPath").value())
                            .isEqualTo(volume.at("hostPath", "path").value());
                    assertThat(mount.at("mountPropagation").text()).isEqualTo("HostToContainer");
                }));
    }

    @ParameterizedTest
    @MethodSource("workloads")
    @DisplayName("A service that makes topics gives them three replicas, of which a write needs two")
    void topicsHaveReplicas(Workload workload) {
        // When
        String prefix = isAgent(workload) ? "HAWSER_TOPICS_" : "HAWSER_LEDGER_TOPICS_";
        // Then
        assertThat(workload.environment())
                .contains(
                        new Variable(prefix + "REPLICATION_FACTOR", new Variable.Text("3")),
                        new Variable(prefix + "MIN_INSYNC_REPLICAS", new Variable.Text("2")));
    }

    @Test
    @DisplayName("A ConfigMap that a pod from before a change names is not pruned")
    void oldConfigMapsStay() {
        // Then
        Yaml annotations = Kubernetes.KUSTOMIZATION.at("generatorOptions", "annotations");
        assertThat(annotations.at("kustomize.toolkit.fluxcd.io/prune").text()).isEqualTo("disabled");
        assertThat(annotations.at("argocd.argoproj.io/sync-options").text()).isEqualTo("Prune=false");
        assertThat(annotations.at("argocd.argoproj.io/compare-options").text()).isEqualTo("IgnoreExtraneous");
    }

    @ParameterizedTest
    @MethodSource("workloads")
    @DisplayName("Each has a login of its own for the broker, a principal of the table of ACLs, and sees no other's")
    void aLoginEach(Workload workload) {
        // Then
        assertThat(workload.optionalSecrets()).containsExactly("hawser-kafka-" + workload.name());
        assertThat(AclTable.read(false).principals()).contains("hawser-" + workload.name());
        // Of two sources with the same variable the later one counts.
        assertThat(workload.container().items("envFrom").stream()
                        .flatMap(from ->
                                Stream.of("configMapRef", "secretRef").flatMap(kind -> from.find(kind).stream()))
                        .map(source -> source.at("name").text()))
                .containsSubsequence("hawser-kafka", "hawser-kafka-" + workload.name());
    }

    @ParameterizedTest
    @MethodSource("workloads")
    @DisplayName("Probes ask the paths that a service has, at the port where it listens")
    void probesAskWhatThereIs(Workload workload) {
        // Then
        assertThat(workload.port()).isEqualTo(ServiceSettings.port(workload.name()));
        PROBES.forEach((probe, path) -> {
            assertThat(workload.container().at(probe, "httpGet", "path").text()).isEqualTo(path);
            assertThat(workload.container().at(probe, "httpGet", "port").text()).isEqualTo("http");
        });
        assertThat(workload.environment()).contains(new Variable("QUARKUS_HTTP_HOST", new Variable.Text("0.0.0.0")));
    }

    @ParameterizedTest
    @MethodSource("withDatabase")
    @DisplayName("Two replicas have different names and keep them, may not be away both, and are found under their"
            + " service's name")
    void replicasAreTold(Workload workload) {
        // Then
        assertThat(workload.kind()).isEqualTo("StatefulSet");
        assertThat(workload.object().at("spec", "replicas").value()).isEqualTo(2);
        assertThat(workload.object().at("spec", "serviceName").text()).isEqualTo(workload.name());
        assertThat(workload.environment())
                .contains(new Variable("HAWSER_REPLICA", new Variable.PodField("metadata.name")));
        assertThat(named("PodDisruptionBudget", workload)
                        .at("spec", "maxUnavailable")
                        .value())
                .isEqualTo(1);
        assertThat(named("Service", workload)
                        .at("spec", "ports")
                        .items()
                        .getFirst()
                        .at("port")
                        .value())
                .isEqualTo(workload.port());
        Stream.of("PodDisruptionBudget", "Service")
                .forEach(kind -> assertThat(named(kind, workload).toString())
                        .contains("app.kubernetes.io/name=" + workload.name()));
    }

    @ParameterizedTest
    @MethodSource("withDatabase")
    @DisplayName("Replicas that are not ready can be asked why, and do not keep a node from being drained")
    void replicasThatAreNotReady(Workload workload) {
        // Then
        assertThat(named("Service", workload)
                        .at("spec", "publishNotReadyAddresses")
                        .isTrue())
                .isTrue();
        assertThat(named("PodDisruptionBudget", workload)
                        .at("spec", "unhealthyPodEvictionPolicy")
                        .text())
                .isEqualTo("AlwaysAllow");
    }

    @Test
    @DisplayName("Of one node, no two agents run at once: the old one ends before the new one begins")
    void oneAgentANode() {
        // Given
        Workload agent =
                workloads().stream().filter(ManifestsTest::isAgent).findFirst().orElseThrow();
        // Then
        assertThat(agent.kind()).isEqualTo("DaemonSet");
        assertThat(agent.object()
                        .at("spec", "updateStrategy", "rollingUpdate", "maxSurge")
                        .value())
                .isEqualTo(0);
        assertThat(agent.environment()).contains(new Variable("HAWSER_NODE", new Variable.PodField("spec.nodeName")));
    }

    private static Yaml named(String kind, Workload workload) {
        return Kubernetes.objects(kind).stream()
                .filter(object -> object.at("metadata", "name").text().equals(workload.name()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("The component find-holders adds to an agent what it needs to see processes, and nothing else")
    void holdersAreSeenWithAComponentOnly() {
        // When
        Workload agent = component("find-holders");
        // Then
        assertThat(agent.pod().members()).containsOnlyKeys("hostPID", "containers");
        assertThat(agent.pod().at("hostPID").isTrue()).isTrue();
        assertThat(agent.container().members()).containsOnlyKeys("name", "env");
        assertThat(added("find-holders")).containsExactly("SYS_PTRACE", "DAC_READ_SEARCH");
        assertThat(agent.environment()).containsExactly(new Variable("HAWSER_FIND_HOLDERS", new Variable.Text("true")));
    }

    @Test
    @DisplayName("The component fs-group adds to an agent what it needs to give files to a group, and nothing else")
    void filesAreGivenWithAComponentOnly() {
        // When
        Workload agent = component("fs-group");
        // Then
        assertThat(agent.pod().members()).containsOnlyKeys("containers");
        assertThat(agent.container().members()).containsOnlyKeys("name", "env");
        assertThat(added("fs-group")).containsExactly("CHOWN", "DAC_READ_SEARCH", "FOWNER", "FSETID");
        assertThat(agent.environment()).containsExactly(new Variable("HAWSER_FS_GROUP", new Variable.Text("true")));
    }

    @Test
    @DisplayName("The component runtime-socket gives an agent a socket in a folder of the node, and no right")
    void runtimesAskWithAComponentOnly() {
        // When
        Workload agent = component("runtime-socket");
        // Then
        assertThat(patches("runtime-socket")).hasSize(1);
        assertThat(agent.pod().members()).containsOnlyKeys("containers", "volumes");
        assertThat(agent.container().members()).containsOnlyKeys("name", "env", "volumeMounts");
        assertThat(agent.environment())
                .containsExactly(new Variable("HAWSER_RUNTIME_SOCKET", new Variable.Text("/run/hawser/runtime")));
        assertThat(agent.container().items("volumeMounts"))
                .extracting(mount -> mount.at("mountPath").text())
                .containsExactly("/run/hawser");
        assertThat(agent.pod().items("volumes"))
                .extracting(volume -> volume.at("hostPath", "path").text())
                .containsExactly("/run/hawser");
    }

    /** What the component lays over the agent. */
    private static Workload component(String name) {
        Workload agent = new Workload(patches(name).getFirst());
        Workload under =
                workloads().stream().filter(ManifestsTest::isAgent).findFirst().orElseThrow();
        assertThat(agent.name()).isEqualTo(under.name());
        assertThat(agent.container().at("name").text()).isEqualTo(under.name());
        assertThat(agent.environment())
                .extracting(Variable::name)
                .isSubsetOf(ServiceSettings.variables(agent.name()))
                .doesNotContainAnyElementsOf(
                        under.environment().stream().map(Variable::name).toList());
        return agent;
    }

    /** The capabilities that the component's second and last patch appends. */
    private static List<String> added(String component) {
        List<Yaml> patches = patches(component);
        assertThat(patches).hasSize(2);
        assertThat(patches.getLast().items())
                .allMatch(one -> one.at("op").text().equals("add"))
                .allMatch(one -> one.at("path")
                        .text()
                        .equals("/spec/template/spec/containers/0/securityContext/capabilities/add/-"));
        return patches.getLast().items().stream()
                .map(one -> one.at("value").text())
                .toList();
    }

    private static List<Yaml> patches(String component) {
        return Yaml.document(Path.of("overlays", component, "kustomization.yaml")).items("patches").stream()
                .map(patch -> Yaml.parse(component, patch.at("patch").text()))
                .toList();
    }

    private static boolean isAgent(Workload workload) {
        return workload.name().equals(ServiceSettings.AGENT);
    }
}
