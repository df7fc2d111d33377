package io.hawser.ledger.operator.api;

import io.hawser.rest.Problem;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Allows a write only with the operator's token; if no token is set, allows none. */
@ApplicationScoped
public class WriteToken {
    private final Optional<String> token;

    public WriteToken(@ConfigProperty(name = "hawser.token") Optional<String> token) {
        // A secret that was made of a file often ends with a line feed.
        this.token = token.map(String::strip).filter(said -> !said.isEmpty());
    }

    /** @param authorization the request's header; empty = none */
    public void check(Optional<String> authorization) {
        if (token.isEmpty()) {
            throw Problem.refusal(
                    Response.Status.FORBIDDEN, "writing is off: set HAWSER_TOKEN (hawser.token) to switch it on");
        }
        if (token.get().chars().anyMatch(Character::isISOControl)) {
            throw Problem.refusal(
                    Response.Status.FORBIDDEN,
                    "writing is off: HAWSER_TOKEN (hawser.token) has a control character in it, which no header can"
                            + " carry");
        }
        byte[] wanted = ("Bearer " + token.get()).getBytes(StandardCharsets.UTF_8);
        byte[] given = authorization.orElse("").getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(wanted, given)) {
            throw Problem.refusal(
                    Response.Status.UNAUTHORIZED,
                    "send the header Authorization: Bearer and the value of HAWSER_TOKEN");
        }
    }
}
