/** The specification's rules for the caller, one small check each, and the catalogue of all rules. */
package io.hawser.strict.rule;
