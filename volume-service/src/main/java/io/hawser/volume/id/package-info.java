/**
 * Names and ids by kind, so that one in the place of another does not compile. Texts become ids where a message, a row
 * or a request is read, and texts again where one is written. {@code spec} checks them; a stored one is taken as it is.
 */
@NullMarked
package io.hawser.volume.id;

import org.jspecify.annotations.NullMarked;
