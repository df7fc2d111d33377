package io.hawser.volume;

import static io.restassured.RestAssured.given;

import io.restassured.path.json.JsonPath;
import java.util.ArrayList;
import java.util.List;

/** Lists as volume-service shows them, all pages together. */
final class Lists {
    private Lists() {}

    /** @param gpath what of each page is wanted: a list */
    static <T> List<T> all(String path, String gpath) {
        return all(path, gpath, 1000);
    }

    static <T> List<T> all(String path, String gpath, int limit) {
        List<T> all = new ArrayList<>();
        String token = "";
        do {
            JsonPath page = given().queryParam("limit", limit)
                    .queryParam("continue", token)
                    .get(path)
                    .then()
                    .statusCode(200)
                    .extract()
                    .jsonPath();
            all.addAll(page.getList(gpath));
            token = page.getString("continue");
        } while (token != null);
        return all;
    }
}
