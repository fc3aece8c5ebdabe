# Writes the version script of libgomp.so.1 from the output of nm: the functions that onchip's
# archives define, each with the version that it has in the compiler's own library. Functions of
# `target` are left out, since there are no devices.
$2 ~ /^[TW]$/ && $3 ~ /^(GOMP|omp)_/ && $3 !~ /^GOMP_target/ {
    if (split($3, parts, "@@") == 2)
        version[parts[1]] = parts[2]
    sub(/_with(out)?_tasks$/, "", $3)
    ours[$3]
}
END {
    for (name in ours)
        if (name in version)
            names[version[name]] = names[version[name]] "    " name ";\n"
    others = "local: *;"
    for (one in names) {
        printf "%s {\n    global:\n%s    %s\n};\n", one, names[one], others
        others = ""
    }
}
