package io.hawser.local.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The report of a whole demo, for machines. */
public record DemoReport(List<StepResult> steps, LeftOver leftOver, long totalMs) {
    private static final ObjectMapper JSON = new ObjectMapper().disable(SerializationFeature.INDENT_OUTPUT);

    public DemoReport {
        steps = List.copyOf(steps);
    }

    public boolean ok() {
        return steps.stream().allMatch(StepResult::ok) && leftOver.none();
    }

    /** The first failure. */
    public String failure() {
        return steps.stream()
                .filter(step -> !step.ok())
                .findFirst()
                .map(step -> step.name() + ": " + step.detail())
                .orElse("something is left");
    }

    /** The report in one line. */
    public String json() {
        ObjectNode report = JSON.createObjectNode();
        report.put("ok", ok());
        if (!ok()) {
            report.put("failure", failure());
        }
        report.set("steps", JSON.valueToTree(steps));
        report.set("leftOver", JSON.valueToTree(leftOver));
        report.put("totalMs", totalMs);
        try {
            return JSON.writeValueAsString(report);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is always writable", e);
        }
    }
}
