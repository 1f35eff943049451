package main

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// pair is a command of fold and what it is measured beside.
type pair struct {
	name, workers string
	a, b          []string // b may be missing
	goal          float64
	byWall        bool    // the goal is about the wall time, else about the time of processors
	unit          float64 // of what has no peer: how many of it a second is
	often         int     // how many times as often as others it is to run
}

// cost is what a command took: seconds, and MiB.
type cost struct{ wall, cpu, memory float64 }

// result is what a pair came to in one round: medians.
type result struct {
	a, b                cost
	cpuRatio, wallRatio float64
}

// measure runs the commands of a pair in turn, after once for nothing.
func (p pair) measure(runs int) (result, error) {
	var as, bs []cost
	for i := range runs*max(1, p.often) + 1 {
		a, err := run(p.a)
		if err != nil {
			return result{}, err
		}
		b, err := run(p.b)
		if err != nil {
			return result{}, err
		}
		if i > 0 {
			as, bs = append(as, a), append(bs, b)
		}
	}
	var cpu, wall []float64
	for i := range as {
		cpu, wall = append(cpu, as[i].cpu/bs[i].cpu), append(wall, as[i].wall/bs[i].wall)
	}
	return result{middle(as), middle(bs), median(cpu), median(wall)}, nil
}

// run runs a command, whose output nobody reads.
func run(command []string) (cost, error) {
	if command == nil {
		return cost{}, nil
	}
	c := exec.Command(command[0], command[1:]...)
	var messages strings.Builder
	c.Stderr = &messages
	began := time.Now()
	err := c.Run()
	wall := time.Since(began)
	if err != nil {
		return cost{}, fmt.Errorf("%s: %w: %s", strings.Join(command, " "), err, messages.String())
	}
	memory := 0.0
	if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		memory = float64(usage.Maxrss) / 1024
	}
	return cost{wall.Seconds(), (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), memory}, nil
}

func middle(costs []cost) cost {
	return cost{
		median(sorted(costs, func(c cost) float64 { return c.wall })),
		median(sorted(costs, func(c cost) float64 { return c.cpu })),
		median(sorted(costs, func(c cost) float64 { return c.memory })),
	}
}

func sorted[T any](all []T, of func(T) float64) []float64 {
	var numbers []float64
	for _, one := range all {
		numbers = append(numbers, of(one))
	}
	slices.Sort(numbers)
	return numbers
}

func median(numbers []float64) float64 {
	slices.Sort(numbers)
	n := len(numbers)
	return (numbers[(n-1)/2] + numbers[n/2]) / 2
}
