package io.hawser.rest;

import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Returns errors as JSON with a message. */
public class ErrorBodies {
    @ServerExceptionMapper
    public Response notFound(NotFoundException notFound) {
        return response(notFound);
    }

    @ServerExceptionMapper
    public Response badRequest(BadRequestException badRequest) {
        return response(badRequest);
    }

    private static Response response(ClientErrorException error) {
        return Response.status(error.getResponse().getStatus())
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(Map.of("error", error.getMessage()))
                .build();
    }
}
