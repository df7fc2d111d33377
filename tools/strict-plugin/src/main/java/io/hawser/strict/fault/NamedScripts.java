package io.hawser.strict.fault;

import io.hawser.strict.call.Rpc;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Scripts by name. A caller that keeps the rules succeeds under all of them except "amnesia", in which the plugin loses
 * its state.
 */
public final class NamedScripts {

    /** The calls of a volume's whole life. */
    static final List<Rpc> LIFE = List.of(
            Rpc.CREATE_VOLUME,
            Rpc.CONTROLLER_PUBLISH_VOLUME,
            Rpc.NODE_STAGE_VOLUME,
            Rpc.NODE_PUBLISH_VOLUME,
            Rpc.NODE_UNPUBLISH_VOLUME,
            Rpc.NODE_UNSTAGE_VOLUME,
            Rpc.CONTROLLER_UNPUBLISH_VOLUME,
            Rpc.DELETE_VOLUME);

    private static final Map<String, FaultScript> ALL = make();

    private NamedScripts() {}

    public static Map<String, FaultScript> all() {
        return ALL;
    }

    /**
     * The script of this name.
     *
     * @throws IllegalArgumentException with the existing names, if there is no such script
     */
    public static FaultScript named(String name) {
        FaultScript script = ALL.get(name);
        if (script == null) {
            throw new IllegalArgumentException("no fault script is called \"" + name + "\"; there are " + ALL.keySet());
        }
        return script;
    }

    private static Map<String, FaultScript> make() {
        Map<String, FaultScript> all = new LinkedHashMap<>();
        all.put("calm", FaultScript.calm());
        all.put("errors-first", first("1-2", "error UNAVAILABLE"));
        all.put("aborted", first("1-2", "error ABORTED"));
        all.put("uncertain", first("1", "act-then UNKNOWN"));
        all.put("internal", first("1", "act-then INTERNAL"));
        all.put("lost-answers", first("1", "act-then-drop"));
        all.put("half-done", first("1", "half INTERNAL"));
        all.put("hanging", first("1", "hang"));
        all.put("holding", FaultScript.parse("ControllerPublishVolume * 1 hang holding 2500ms"));
        all.put("late-answers", first("1", "late 200ms"));
        all.put("slow", first("*", "delay 250ms"));
        all.put("garbage", first("1", "garbage undecodable"));
        all.put("empty-answers", FaultScript.parse("""
                        CreateVolume              * 1 garbage empty
                        GetPluginInfo             * 3 garbage empty
                        NodeGetInfo               * 2 garbage empty
                        """));
        all.put("asking", FaultScript.parse("""
                        GetPluginInfo             * 1-2 error UNAVAILABLE
                        GetPluginCapabilities     * 1 error INTERNAL
                        GetPluginCapabilities     * 4 act-then-drop
                        GetPluginCapabilities     * 7 garbage undecodable
                        ControllerGetCapabilities * 1 error UNKNOWN
                        NodeGetCapabilities       * 1-2 error ABORTED
                        NodeGetInfo               * 1 error UNAVAILABLE
                        Probe                     * 1 error FAILED_PRECONDITION
                        Probe                     * 4 hang
                        Probe                     * 7 garbage undecodable
                        ListVolumes               * 1 error UNAVAILABLE
                        """));
        all.put("dying", FaultScript.parse("""
                        CreateVolume            * 1 die acting with-state 200ms
                        ControllerPublishVolume * 1 die with-state 200ms
                        NodePublishVolume       * 1 die acting with-state 200ms
                        NodeUnstageVolume       * 1 die with-state 200ms
                        DeleteVolume            * 1 die acting with-state 200ms
                        """));
        all.put("amnesia", FaultScript.parse("NodePublishVolume * 1 die without-state 200ms"));
        all.put("socket-gone", first("1", "socket-gone 200ms"));
        all.put("rejecting", FaultScript.parse("""
                        CreateVolume              * 1 error RESOURCE_EXHAUSTED
                        ControllerPublishVolume   * 1 error RESOURCE_EXHAUSTED
                        NodeStageVolume           * 1 error FAILED_PRECONDITION
                        NodePublishVolume         * 1 error NOT_FOUND
                        DeleteVolume              * 1 error FAILED_PRECONDITION
                        """));
        // Answers "not found" although everything is still there: a caller that believes it without looking leaves the
        // volume behind.
        all.put("rejecting-undo", FaultScript.parse("""
                        NodeUnpublishVolume       * 1 error NOT_FOUND
                        NodeUnstageVolume         * 1 error NOT_FOUND
                        ControllerUnpublishVolume * 1 error NOT_FOUND
                        """));
        all.put("unimplemented", FaultScript.parse("""
                        CreateVolume              * 1 error UNIMPLEMENTED
                        ControllerPublishVolume   * 1 error UNIMPLEMENTED
                        NodeStageVolume           * 1 error UNIMPLEMENTED
                        """));
        return Collections.unmodifiableMap(all);
    }

    private static FaultScript first(String attempts, String fault) {
        return FaultScript.parse(LIFE.stream()
                .map(rpc -> rpc.wireName() + " * " + attempts + " " + fault)
                .collect(Collectors.joining("\n")));
    }
}
