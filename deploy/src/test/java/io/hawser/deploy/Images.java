package io.hawser.deploy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.builder.ImageFromDockerfile;

/** The images of the services: those that a variable names, or built by the recipe from what was packaged. */
final class Images implements AutoCloseable {
    /** Their name, with SERVICE in the place of a service's own: {@code registry.example.com/hawser/SERVICE:1.0}. */
    private static final String NAMES = "HAWSER_TEST_SERVICE_IMAGES";

    /** Another base for the recipe. */
    private static final String BASE = "HAWSER_TEST_BASE_IMAGE";

    private final Map<String, ImageFromDockerfile> built = new HashMap<>();

    /** @return its name, once it is there */
    Future<String> of(String service) {
        return variable(NAMES)
                .<Future<String>>map(name -> CompletableFuture.completedFuture(name.replace("SERVICE", service)))
                .orElseGet(() -> built.computeIfAbsent(service, Images::recipe));
    }

    private static ImageFromDockerfile recipe(String service) {
        var recipe = new ImageFromDockerfile()
                .withFileFromPath("Dockerfile", Path.of("Containerfile"))
                .withBuildArg("SERVICE", service);
        Containerfile.copied().stream()
                .map(words -> words.replace("${SERVICE}", service).split(" ")[0])
                .map(Path::of)
                .forEach(source ->
                        recipe.withFileFromPath(source.toString(), Path.of("..").resolve(source)));
        variable(BASE).ifPresent(base -> recipe.withBuildArg("BASE", base));
        return recipe;
    }

    private static Optional<String> variable(String name) {
        return Optional.ofNullable(System.getenv(name));
    }

    /** Removes what was built, which Testcontainers leaves to Ryuk alone. */
    @Override
    public void close() {
        built.values().stream().filter(ImageFromDockerfile::isDone).forEach(image -> DockerClientFactory.instance()
                .client()
                .removeImageCmd(image.getDockerImageName())
                .withForce(true)
                .exec());
    }
}
