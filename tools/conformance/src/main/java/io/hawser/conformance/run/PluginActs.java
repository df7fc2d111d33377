package io.hawser.conformance.run;

import io.hawser.bus.key.NodePlugin;
import io.hawser.bus.topic.HawserTopic;
import io.hawser.cli.look.Look;
import io.hawser.conformance.scenario.Act;
import io.hawser.conformance.scenario.Plan;
import io.hawser.strict.StrictPlugin;
import io.hawser.strict.call.CapabilityProfiles;
import io.hawser.strict.fault.Fault;
import io.hawser.v1.Fingerprint;
import java.time.Duration;

/** The plugin of one run comes and goes: one such act after the other. */
record PluginActs(Plan plan, RunContext context, ActionLog actions, Disturber disturber) {
    private static final String PLUGIN = "the plugin";

    void perform(Act.PluginAct act, StrictPlugin plugin) {
        switch (act) {
            case Act.UpgradePlugin(String profile, int away) -> {
                actions.noted("plugin upgraded");
                disturber.meanwhile(PLUGIN, () -> {
                    plugin.die(Fault.Die.Memory.WITH_STATE);
                    plugin.offer(CapabilityProfiles.parse(profile));
                    Disturber.pause(Duration.ofMillis(away));
                    plugin.comeBack();
                });
            }
            case Act.FlapPlugin(int times, int millis) -> {
                actions.noted("plugin flapping");
                disturber.meanwhile(PLUGIN, () -> {
                    for (int i = 0; i < times; i++) {
                        away(plugin, Duration.ofMillis(millis));
                        Disturber.pause(Duration.ofMillis(millis));
                    }
                });
            }
            case Act.UninstallPlugin() -> {
                actions.noted("plugin uninstalled");
                plugin.uninstall();
            }
            case Act.InstallPlugin() -> plugin.comeBack();
            case Act.UninstallPluginFor(int millis) -> {
                actions.noted("plugin uninstalled");
                disturber.meanwhile(PLUGIN, () -> away(plugin, Duration.ofMillis(millis)));
            }
            case Act.AwaitForgotten(String node) -> awaitForgotten(node);
        }
    }

    private static void away(StrictPlugin plugin, Duration time) {
        plugin.uninstall();
        Disturber.pause(time);
        plugin.comeBack();
    }

    private void awaitForgotten(String node) {
        String key = new NodePlugin(node, plan.pluginName()).key();
        context.await(
                "node " + node + " to forget the plugin",
                () -> Look.gone(
                        context.tap().last(HawserTopic.FINGERPRINTS, key, Fingerprint.class), Fingerprint::getMessage));
    }
}
