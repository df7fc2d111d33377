package io.hawser.bench.machine;

import io.hawser.bus.service.HawserService;
import io.hawser.local.layout.LocalLayout;
import io.hawser.local.process.ProcessSpec;
import io.hawser.local.service.LocalServices;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What runs on a bench's machine, beside broker and database.
 *
 * @param databases names of the services that have one
 */
public record MachinePlan(
        List<String> databases,
        Function<LocalServices, List<ProcessSpec>> services,
        Function<LocalLayout, List<ProcessSpec>> plugins) {
    public MachinePlan {
        databases = List.copyOf(databases);
    }

    /**
     * Everything that {@code ./hawser up} starts.
     *
     * @param settings added to the environment of all processes
     */
    public static MachinePlan everything(Map<String, String> settings, List<PluginProcess> plugins) {
        return new MachinePlan(
                HawserService.namesWithDatabase(),
                local -> local.specs().stream().map(spec -> spec.with(settings)).toList(),
                specs(plugins));
    }

    /** @param heapMiB volume-service's */
    public static MachinePlan volumeServiceOnly(int heapMiB, List<PluginProcess> plugins) {
        String service = HawserService.VOLUME_SERVICE.serviceName();
        return new MachinePlan(List.of(service), local -> List.of(local.service(service, heapMiB)), specs(plugins));
    }

    /**
     * What a volume's life needs, without agents.
     *
     * @param settings added to the services' environment
     */
    public static MachinePlan volumesAndPlugins(Map<String, String> settings, List<PluginProcess> plugins) {
        List<String> names =
                List.of(HawserService.PLUGIN_REGISTRY.serviceName(), HawserService.VOLUME_SERVICE.serviceName());
        return new MachinePlan(
                names,
                local -> names.stream()
                        .map(name -> local.service(name).with(settings))
                        .toList(),
                specs(plugins));
    }

    /** What a volume's life needs, with a second replica of volume-service. */
    public static MachinePlan twoReplicas(Map<String, String> settings, List<PluginProcess> plugins) {
        MachinePlan one = volumesAndPlugins(settings, plugins);
        return new MachinePlan(
                one.databases(),
                local -> Stream.concat(
                                one.services().apply(local).stream(),
                                Stream.of(local.replica(HawserService.VOLUME_SERVICE.serviceName(), 2)
                                        .with(settings)))
                        .toList(),
                one.plugins());
    }

    public static MachinePlan deallocatorOnly() {
        String service = HawserService.DEALLOCATOR_SERVICE.serviceName();
        return new MachinePlan(List.of(service), local -> List.of(local.service(service)), layout -> List.of());
    }

    /** The bench itself starts what it measures. */
    public static MachinePlan brokerOnly() {
        return new MachinePlan(List.of(), local -> List.of(), layout -> List.of());
    }

    /** @param probeEvery how often it asks a healthy plugin */
    public static MachinePlan pluginRegistryOnly(Duration probeEvery, ManyPlugins plugins) {
        String service = HawserService.PLUGIN_REGISTRY.serviceName();
        return new MachinePlan(
                List.of(service),
                local -> List.of(local.service(service).with(Map.of("HAWSER_PROBE_EVERY", probeEvery.toString()))),
                layout -> List.of(plugins.spec(layout)));
    }

    private static Function<LocalLayout, List<ProcessSpec>> specs(List<PluginProcess> plugins) {
        List<PluginProcess> all = List.copyOf(plugins);
        return layout -> all.stream().map(plugin -> plugin.spec(layout)).toList();
    }
}
