package io.hawser.local.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Plays steps one after the other until one fails, prints each as it happens, and measures the time. */
public final class StepRunner {
    private final Consumer<String> tell;
    private final StepDeadline deadline;
    private final List<StepResult> results = new ArrayList<>();

    /** @param deadline starts anew with each step */
    public StepRunner(Consumer<String> tell, StepDeadline deadline) {
        this.tell = tell;
        this.deadline = deadline;
    }

    /**
     * Plays one step outside of the list.
     *
     * @return whether it succeeded
     */
    public boolean run(String name, Supplier<String> action) {
        long began = System.nanoTime();
        deadline.stepBegins();
        boolean ok = false;
        String detail;
        try {
            detail = action.get();
            ok = true;
        } catch (RuntimeException e) {
            detail = sentence(e);
        }
        StepResult result = new StepResult(name, millisSince(began), ok, detail);
        results.add(result);
        tell.accept("%s %6.1f s  %s%s"
                .formatted(
                        result.ok() ? "ok    " : "FAILED",
                        result.ms() / 1000.0,
                        result.name(),
                        result.detail().isEmpty() ? "" : ": " + result.detail()));
        return result.ok();
    }

    /** Notes a failure that happened outside the steps. The caller reports it. */
    public void failed(String name, RuntimeException message) {
        results.add(new StepResult(name, 0, false, sentence(message)));
    }

    /**
     * Plays all steps, with what happens beside them.
     *
     * @return whether all succeeded
     */
    public boolean run(List<Step> steps, DemoContext context, SideEvents beside) {
        for (int i = 0; i < steps.size(); i++) {
            int index = i;
            Step step = steps.get(i);
            boolean ok = run(step.name(), () -> {
                beside.stepBegins(index);
                String detail = step.action().run(context);
                beside.stepEnds(index);
                return detail;
            });
            if (!ok) {
                return false;
            }
        }
        return true;
    }

    public List<StepResult> results() {
        return List.copyOf(results);
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }

    private static String sentence(RuntimeException failure) {
        return failure.getMessage() == null
                ? failure.getClass().getSimpleName().toLowerCase(Locale.ROOT)
                : failure.getMessage();
    }
}
