package io.hawser.rest;

import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a service answers at one path to one method.
 *
 * @param query names of the query's parameters
 * @param paged whether the answer is a list in pages
 * @param guarded whether it needs the operator's token
 * @param answer what its method returns
 */
public record Endpoint(String method, String path, List<String> query, boolean paged, boolean guarded, Type answer) {
    static final String CONTINUE = "continue";

    private static final Pattern WORDS = Pattern.compile("\\{\\w+:\\s*([\\w|]+)}");

    public Endpoint {
        query = List.copyOf(query);
    }

    /** All endpoints of these resource classes, by path. */
    static List<Endpoint> of(Stream<Class<?>> resources) {
        return resources
                .flatMap(resource -> Arrays.stream(resource.getDeclaredMethods())
                        .flatMap(method -> of(resource.getAnnotation(Path.class).value(), method)))
                .sorted(Comparator.comparing(Endpoint::path).thenComparing(Endpoint::method))
                .toList();
    }

    private static Stream<Endpoint> of(String prefix, Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
                .filter(http -> http != null)
                .flatMap(http -> {
                    Path path = method.getAnnotation(Path.class);
                    List<String> query = query(method);
                    boolean paged = query.contains(CONTINUE);
                    boolean guarded = named(method, HeaderParam.class).contains("Authorization");
                    return spelledOut(joined(prefix, path == null ? "" : path.value()))
                            .map(one -> new Endpoint(
                                    http.value(), one, query, paged, guarded, method.getGenericReturnType()));
                });
    }

    /** Names of the query's parameters; every list takes selectors. */
    static List<String> query(Method method) {
        List<String> query = new ArrayList<>(named(method, QueryParam.class));
        if (query.contains(CONTINUE)) {
            query.addAll(List.of(Selector.FIELDS, Selector.LABELS));
        }
        return query;
    }

    private static List<String> named(Method method, Class<? extends Annotation> kind) {
        return Arrays.stream(method.getParameterAnnotations())
                .flatMap(Arrays::stream)
                .filter(kind::isInstance)
                .map(annotation ->
                        annotation instanceof QueryParam query ? query.value() : ((HeaderParam) annotation).value())
                .toList();
    }

    /** One path for each word of a parameter that has only certain words: {@code {kinds: networks|volumes}}. */
    private static Stream<String> spelledOut(String path) {
        Matcher words = WORDS.matcher(path);
        return words.find()
                ? Arrays.stream(words.group(1).split("\\|")).map(word -> words.replaceFirst(word.strip()))
                : Stream.of(path);
    }

    private static String joined(String prefix, String path) {
        return "/"
                + Stream.of(prefix, path)
                        .flatMap(part -> Arrays.stream(part.split("/")))
                        .filter(part -> !part.isEmpty())
                        .reduce((one, other) -> one + "/" + other)
                        .orElse("");
    }

    /** The names in braces of the path. */
    List<String> pathParameters() {
        return Arrays.stream(path.split("/"))
                .filter(part -> part.startsWith("{"))
                .map(part -> part.substring(1, part.length() - 1))
                .toList();
    }
}
