/** The specification's rules for the caller, one small check each, and the catalogue of all rules. */
@NullMarked
package io.hawser.strict.rule;

import org.jspecify.annotations.NullMarked;
