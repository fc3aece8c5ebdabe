# The linker script that says what MPI_X means, out of the symbols of the library.
$3 ~ /^PMPI_[A-Za-z_0-9]*$/ { functions[substr($3, 2)] }
$3 ~ /^oc_funnel_MPI_/ { funneled[substr($3, 11)] }
END {
    for (name in functions)
        if (name in funneled)
            print "PROVIDE(" name " = DEFINED(oc_funnel) ? oc_funnel_" name " : P" name ");"
        else
            print "PROVIDE(" name " = P" name ");"
}
